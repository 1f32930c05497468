import type { ServerId } from '@nimbo/kernel/ids'
import { type Turns, turns } from '@nimbo/kernel/turns'

/** Lets one piece of work at a time be done on each server. */
export type ServerTurns = Turns<ServerId>

export const serverTurns = (): ServerTurns => turns()
