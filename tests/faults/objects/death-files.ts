import { join } from 'node:path'

/** Variable of the environment that names the directory in which a cloud finds when it is to die. */
export const deathVariable = 'NIMBO_OBJECTS_DEATH'

/** Files of that directory. */
export const deathFiles = (directory: string) => ({
  /** A word of its own, and the number of the moment: each operation has one before it and one after. */
  wanted: join(directory, 'wanted'),
  /** Says that it has died there, and at which operation. */
  died: join(directory, 'died'),
})
