/** Orders in which the line items of a cycle are listed, beside the one in which they came: `_down` is the other way round. */
export const ITEM_SORTS = ['name', 'name_down', 'amount', 'amount_down'] as const
export type ItemSort = (typeof ITEM_SORTS)[number]
