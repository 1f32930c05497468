/** Requests a page and prints its status and body: `node ask-page.ts <host> <path> <header name>=<value>…`. */
import { get } from 'node:http'

const [host = '', path = '/', ...given] = process.argv.slice(2)
const headers = Object.fromEntries(given.map((each) => each.split('=')))
const request = get({ host, path, headers, timeout: 4_000 }, async (response) => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  process.stdout.write(`${response.statusCode} ${Buffer.concat(chunks).toString()}`)
})
request.once('timeout', () => request.destroy(new Error('no answer in time')))
request.once('error', (error) => {
  process.stdout.write(`0 ${error.message}`)
  process.exit(1)
})
