import { isRemote } from '@nimbo/operation/client/remote-fault'

/** `work`, where what it makes may be there already: made by a run that died before that was written down. */
export const unlessThere = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isRemote(error, 409)) throw error
  }
}
