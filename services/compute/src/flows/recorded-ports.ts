import type { Clock } from '@nimbo/kernel/clock'
import { instances } from '../db/servers/instances.ts'
import type { ServerRecord } from './server-record.ts'

/** A server with a function that reads the recorded ports at the time of the call; none once the server is gone. */
export const portsRecorded = ({ server: { id }, cell }: ServerRecord, clock: Clock) => ({
  id,
  recordedPorts: async (): Promise<readonly string[]> => {
    const found = await instances(cell, clock).findPart(id, ['networkInfo'])
    return found?.networkInfo.map(({ portId }) => portId) ?? []
  },
})
