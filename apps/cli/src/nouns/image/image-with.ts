import { CliError } from '../../cloud/cli-error.ts'
import { listAll } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { imageKind } from './image-kind.ts'

/** The id of the image with these properties: of the first of several, with a warning. */
export const imageWith = async (
  session: Session,
  wanted: Readonly<Record<string, string>>,
): Promise<string> => {
  const all = await listAll(session, imageKind)
  const matching = all
    .filter((image) => Object.entries(wanted).every(([key, value]) => textAt(image, key) === value))
    .map((image) => textAt(image, 'id'))
  const [first, ...others] = matching
  if (first === undefined) throw new CliError('No images match the property expected by --image-property')
  if (others.length > 0)
    session.streams.stderr.write(`Multiple matching images: ${matching.join(', ')}\nUsing image: ${first}\n`)
  return first
}
