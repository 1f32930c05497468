import type { AlarmApp } from '../app/alarming/alarm-app.ts'
import { carryOut, type Trying } from '../app/alarming/carry-out.ts'
import { instantOf } from '../app/alarming/alarm-app.ts'
import { actionsDue } from '../db/alarming/actions.ts'

/** How many actions are carried out at the same time, so that one that hangs does not delay the others. */
const together = 20

/** Carries out the actions that are due. */
export const carryOutDue =
  (app: AlarmApp, trying: Trying) =>
  async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const due = await actionsDue(app.db, instantOf(app), together)
      await Promise.all(due.map(carryOut(app, trying)))
      if (due.length < together) return
    }
  }
