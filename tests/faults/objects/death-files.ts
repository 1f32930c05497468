import { join } from 'node:path'

/** The environment variable with the directory whose files tell a cloud when to die. */
export const deathVariable = 'NIMBO_OBJECTS_DEATH'

/** The files in that directory. */
export const deathFiles = (directory: string) => ({
  /** Contains a unique word and the number of the moment: each operation has one moment before it and one after. */
  wanted: join(directory, 'wanted'),
  /** Written at the moment of death, with the operation. */
  died: join(directory, 'died'),
})
