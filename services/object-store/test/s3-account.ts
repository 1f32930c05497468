import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { Client as Person } from '@nimbo/testkit/client'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

const answerWithinMs = 60_000

/** An EC2 credential of a user. */
export interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Creates an EC2 credential for a user's current project. */
export const newKey = async (person: Person): Promise<Key> => {
  const path = `/v3/users/${person.userId}/credentials/OS-EC2`
  const { body } = await person.identity.post(path, { tenant_id: person.projectId })
  return { accessKeyId: body.credential.access, secretAccessKey: body.credential.secret }
}

/** Amazon's client, with the endpoint from the catalog. */
export const s3Client = (
  { url }: Pick<TestCloud, 'url'>,
  credentials: Key,
  more: S3ClientConfig = {},
): S3Client =>
  new S3Client({
    // Without keep-alive: the cloud may close an idle connection at any time, and a request sent on it then is lost.
    requestHandler: { httpAgent: { keepAlive: false }, requestTimeout: answerWithinMs },
    ...{ endpoint: `${url}/s3`, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 },
    ...more,
  })

/** The error code and status of a request that must fail. */
export const refused = async (asked: Promise<unknown>): Promise<readonly [string, number | undefined]> =>
  asked.then(
    () => ['nothing', undefined],
    (error: unknown) => {
      if (!(error instanceof S3ServiceException)) throw error
      return [error.name, error.$metadata.httpStatusCode]
    },
  )
