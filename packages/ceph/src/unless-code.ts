import { isFault } from '@nimbo/kernel/errors'

/** Whether one of Ceph's programs exited with one of these codes. */
export const endedBy = (error: unknown, ...codes: readonly number[]): boolean =>
  isFault(error, 'CephFailed') && codes.includes(Number(error.details.code))

/** Ignores these exit codes, which mean that the wanted state exists already. */
export const unlessCode = async (work: Promise<unknown>, ...codes: readonly number[]): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!endedBy(error, ...codes)) throw error
  }
}
