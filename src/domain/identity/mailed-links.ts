/** How long mailed links work, as the mails say. */
export const CONFIRM_HOURS = 24
export const RESET_MINUTES = 30
export const LOG_IN_MINUTES = 15
