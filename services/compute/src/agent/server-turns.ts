import type { ServerId } from '@nimbo/kernel/ids'

/** Lets one piece of work at a time be done on each server; the next waits its turn, however the one before ended. */
export interface ServerTurns {
  run<Result>(serverId: ServerId, work: () => Promise<Result>): Promise<Result>
}

export const serverTurns = (): ServerTurns => {
  const last = new Map<ServerId, Promise<unknown>>()
  return {
    run: (serverId, work) => {
      const before = last.get(serverId) ?? Promise.resolve()
      const mine = before.then(work, work)
      last.set(serverId, mine)
      const leave = () => {
        if (last.get(serverId) === mine) last.delete(serverId)
      }
      mine.then(leave, leave)
      return mine
    },
  }
}
