import { type Fault, isFault } from '@nimbo/kernel/errors'

/** Whether a host refused a server that moves only because of what it lacks, or is down, so that another one may take it. */
export const lacksRoom = (error: Fault): boolean =>
  isFault(error, 'InsufficientResources', 'PciDeviceRequestFailed', 'ComputeHostDown')
