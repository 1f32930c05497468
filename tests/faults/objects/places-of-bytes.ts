import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { newKey, s3Client } from '../../../services/object-store/test/s3-account.ts'

/** A storage for the bytes of objects. */
export interface PlaceOfBytes extends AsyncDisposable {
  /** Options of `[objects]` in `swift.conf`, one per line. */
  readonly options: readonly string[]
  /** The names of all stored bytes, complete or not, of the store with this state directory. */
  names(stateDir: string): Promise<readonly string[]>
}

const filesIn = async (stateDir: string): Promise<readonly string[]> =>
  (await readdir(join(stateDir, 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const rowsIn = (stateDir: string): readonly string[] => {
  const database = new DatabaseSync(join(stateDir, 'databases', 'swift.db'), { readOnly: true })
  try {
    return database
      .prepare('select id from small_bytes')
      .all()
      .map(({ id }) => String(id))
  } finally {
    database.close()
  }
}

/** The cloud's own disk: objects of up to so many bytes are rows of the database, others are files. */
export const ownDisk = (mostInDatabase: number) => async (): Promise<PlaceOfBytes> => ({
  options: [`most_in_database = ${mostInDatabase}`],
  names: async (stateDir) => [...(await filesIn(stateDir)), ...rowsIn(stateDir)],
  [Symbol.asyncDispose]: async () => {},
})

/** A bucket in an S3-compatible storage: that of another cloud, which is not killed. */
export const otherCloud = async (): Promise<PlaceOfBytes> => {
  const cloud = await startTestCloud()
  const key = await newKey(cloud.admin)
  const client = s3Client(cloud, key)
  const Bucket = 'bytes'
  return {
    options: [
      'driver = s3',
      `s3_store_host = ${cloud.url}/s3`,
      `s3_store_access_key = ${key.accessKeyId}`,
      `s3_store_secret_key = ${key.secretAccessKey}`,
      `s3_store_bucket = ${Bucket}`,
    ],
    names: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return [...Contents, ...Uploads].map(({ Key = '' }) => Key)
    },
    [Symbol.asyncDispose]: async () => {
      client.destroy()
      await cloud[Symbol.asyncDispose]()
    },
  }
}
