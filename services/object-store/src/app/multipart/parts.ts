import type { Container } from '../../db/containers.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { SwiftApp } from '../app.ts'

/** A multipart upload and the object that it creates. */
export interface UploadOf {
  readonly id: string
  readonly account: string
  readonly bucket: string
  readonly key: string
}

/** An uploaded part. */
export interface Part {
  readonly number: number
  readonly object: StoredObject
}

/** The name, in the segments container, of an upload's marker. The names of its parts begin with it and a slash. */
export const markerName = ({ key = '' }: { readonly key?: string | undefined }, id: string): string =>
  `${key}/${id}`

/** The uploaded parts of an upload, sorted by number. */
export const partsThatCame = async (
  app: SwiftApp,
  segments: Pick<Container, 'id'>,
  marker: string,
): Promise<readonly Part[]> => {
  const prefix = `${marker}/`
  const most = app.config['filter:s3api'].max_upload_part_num
  const order = { prefix, delimiter: '', marker: '', endMarker: '', reverse: false, limit: most }
  const listed = await app.listObjects(segments.id, order)
  return listed
    .flatMap((one) =>
      one.kind === 'subdir' ? [] : [{ number: Number(one.row.name.slice(prefix.length)), object: one.row }],
    )
    .filter(({ number }) => Number.isInteger(number))
    .sort((one, other) => one.number - other.number)
}
