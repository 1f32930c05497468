import { access, readFile } from 'node:fs/promises'
import type { Connector } from '@nimbo/clients/volume'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import { Type } from 'typebox'
import Value from 'typebox/value'

/** What `volume_attachment get_connector --json` prints; a file from os-brick has further properties. */
const Given = Type.Object({
  host: Type.String({ minLength: 1 }),
  ip: Type.String(),
  platform: Type.String(),
  os_type: Type.String(),
  multipath: Type.Boolean(),
})

/** Reads a connector from a file; errors end the command with these exit codes. */
export const readConnector = async (
  path: string,
  exitCodes: { readonly missing: number; readonly unreadable: number },
): Promise<Connector> => {
  try {
    await access(path)
  } catch {
    throw new UserError(`Connector file not found at ${path}`, exitCodes.missing)
  }
  let given: unknown
  try {
    given = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new UserError(
      `The connector cannot be read from ${path}: ${messageOf(error)}`,
      exitCodes.unreadable,
    )
  }
  if (Value.Check(Given, given)) return given
  throw new UserError(
    `${path} has no connector, as nimbo manage volume_attachment get_connector --json prints it`,
    exitCodes.unreadable,
  )
}
