import type { ClientOutput } from '#web/kernel/types.ts'

export type Hit = ClientOutput<'listHits'>['items'][number]
