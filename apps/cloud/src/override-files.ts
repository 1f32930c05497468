import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files by which an operator changes a service: `<state>/etc/<service>/api-paste.ini` and `policy.yaml`. Read once, when
 * the service starts.
 */
export const overrideFiles =
  (etc: string) =>
  (service: string, file: string): string | undefined => {
    try {
      return readFileSync(join(etc, service, file), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
