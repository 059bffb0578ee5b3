/** Every word that the web says, by the room that says it: `messages/en/<room>.json`. For types and tests; what is built has parts of it. */
import ui from '#messages/en/ui.json' with { type: 'json' }
import visits from '#messages/en/visits.json' with { type: 'json' }

export const ALL_WORDS = { ui, visits }
