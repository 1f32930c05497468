import { readJsonFile } from '../../cloud/read-json.ts'

/** A request that an application credential permits. */
interface AccessRule {
  readonly path?: string
  readonly method?: 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT'
  readonly service?: string
  readonly id?: string
}

/** Parses access rules given as JSON, or in a file. */
export const accessRulesIn = async (said: string | undefined): Promise<AccessRule[] | undefined> => {
  if (said === undefined) return undefined
  return said.trimStart().startsWith('[') ? JSON.parse(said) : readJsonFile<AccessRule[]>(said)
}
