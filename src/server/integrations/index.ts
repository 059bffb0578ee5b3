/** Integrations' door. */
export { findKey } from './find-key.ts'
export { forgetDeliveries } from './forget-deliveries.ts'
export { integrationHandlers } from './routes.ts'
export { sendDueWebhooks, sendWebhook } from './send-webhooks.ts'
export {
  tell,
  tellAnswered,
  tellArrived,
  tellCycle,
  tellFailed,
  tellFundsRequested,
  tellGivenBack,
  tellSettled,
  tellSigned,
  tellUnsettled,
} from './tell-events.ts'
