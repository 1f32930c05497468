import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'

const everyMs = 60_000

/** Periodically deletes expired tasks. */
export const clearExpiredTasks = ({
  tasks,
  clock,
  log,
}: Pick<ImageApp, 'tasks' | 'clock' | 'log'>): Reconciler =>
  reconciler({ name: 'expired tasks', everyMs, clock, log, run: () => tasks.removeExpired(timestamp(clock)) })
