/** The words of what is drawn before the pages and around them: these alone are loaded with the log-in. */
import ui from '#messages/en/ui.json' with { type: 'json' }
import visits from '#messages/en/visits.json' with { type: 'json' }

export const FIRST_WORDS = { ui, visits }
