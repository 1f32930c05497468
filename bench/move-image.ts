/** Moves an image up or down, as a part of other benches, and prints how many milliseconds that took. */
import { once } from 'node:events'
import { request } from 'node:http'

const [way = 'up', url = '', mebibytes = '1', token = 'ann'] = process.argv.slice(2)
const chunk = Buffer.alloc(1024 * 1024, 'an image ')

const begun = performance.now()
const asked = request(url, {
  method: way === 'up' ? 'PUT' : 'GET',
  headers: { 'x-auth-token': token, ...(way === 'up' ? { 'content-type': 'application/octet-stream' } : {}) },
})
const answered = once(asked, 'response')
if (way === 'up')
  for (let sent = 0; sent < Number(mebibytes); sent += 1) if (!asked.write(chunk)) await once(asked, 'drain')
asked.end()
const [reply] = await answered
let taken = 0
for await (const bytes of reply) taken += bytes.length
const wanted = way === 'up' ? 204 : 200
if (reply.statusCode !== wanted) throw new Error(`answered ${reply.statusCode}`)
if (way === 'down' && taken !== Number(mebibytes) * chunk.length) throw new Error(`only ${taken} bytes came`)
process.stdout.write(String(performance.now() - begun))
