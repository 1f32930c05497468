import type { ServerId } from '@nimbo/kernel/ids'
import { type Turns, turns } from '@nimbo/kernel/turns'

/** Serialises work per server. */
export type ServerTurns = Turns<ServerId>

export const serverTurns = (): ServerTurns => turns()
