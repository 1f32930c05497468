import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { Client as Person } from '@nimbo/testkit/client'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

const answerWithinMs = 60_000

/** A key that a person signs requests with. */
export interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A new key of a person, in the project that they have signed in to. */
export const newKey = async (person: Person): Promise<Key> => {
  const path = `/v3/users/${person.userId}/credentials/OS-EC2`
  const { body } = await person.identity.post(path, { tenant_id: person.projectId })
  return { accessKeyId: body.credential.access, secretAccessKey: body.credential.secret }
}

/** Amazon's own client, at the door that the catalog tells of. */
export const s3Client = (
  { url }: Pick<TestCloud, 'url'>,
  credentials: Key,
  more: S3ClientConfig = {},
): S3Client =>
  new S3Client({
    // A connection kept by a client that is slow is closed by the cloud at any time, and what is sent on it then is lost.
    requestHandler: { httpAgent: { keepAlive: false }, requestTimeout: answerWithinMs },
    ...{ endpoint: `${url}/s3`, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 },
    ...more,
  })

/** What a request is refused with: the code that S3 gives it, and the status. */
export const refused = async (asked: Promise<unknown>): Promise<readonly [string, number | undefined]> =>
  asked.then(
    () => ['nothing', undefined],
    (error: unknown) => {
      if (!(error instanceof S3ServiceException)) throw error
      return [error.name, error.$metadata.httpStatusCode]
    },
  )
