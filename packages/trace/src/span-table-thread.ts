/** The code of the worker thread of `span-table-in-thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@nimbo/db/open-database'
import { spanTable } from './span-table.ts'
import { answerCalls } from './thread/answer-calls.ts'
import { workInBackground } from './thread/in-background.ts'
import { type TraceTables, traceMigrations } from './trace-tables.ts'

if (!parentPort) throw new Error('this module is for a thread')
const db = await openDatabase<TraceTables>(String(workerData), traceMigrations, { schema: 'check' })
// Only after the start, which is slower than any batch and is waited for.
workInBackground()
answerCalls(parentPort, spanTable(db))
