import assert from 'node:assert/strict'
import { Connection } from 'rabbitmq-client'
import { parseTransportUrl } from './transport-url.ts'

/** Waits for a dead letter; returns its reason and body. */
export const deadLetter = async (
  url: string,
  exchange: string,
): Promise<{ reason: unknown; body: unknown }> => {
  const { brokers, vhost } = parseTransportUrl(url)
  const [{ host, port, username, password } = assert.fail('no broker')] = brokers
  const connection = new Connection({ hostname: host, port, username, password, vhost })
  try {
    for (;;) {
      const message = await connection.basicGet({ queue: `${exchange}.dead`, noAck: true })
      if (message) return { reason: message.headers?.['x-first-death-reason'], body: message.body }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } finally {
    await connection.close()
  }
}
