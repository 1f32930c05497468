import { isRemote } from '@nimbo/operation/client/remote-fault'

/** Awaits `work`; a 409 counts as success, since an earlier run may have created the object and crashed. */
export const unlessThere = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isRemote(error, 409)) throw error
  }
}
