import { readJsonFile } from '../../cloud/read-json.ts'

/** What an application credential may ask for. */
interface AccessRule {
  readonly path?: string
  readonly method?: 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT'
  readonly service?: string
  readonly id?: string
}

/** Rules that are written as they are, or are in a file. */
export const accessRulesIn = async (said: string | undefined): Promise<AccessRule[] | undefined> => {
  if (said === undefined) return undefined
  return said.trimStart().startsWith('[') ? JSON.parse(said) : readJsonFile<AccessRule[]>(said)
}
