/**
 * The cost of stacks: `node bench/stacks.ts [ROUNDS]`. Starts an empty cloud with the fake hypervisor and prints in every round (3):
 * the milliseconds per resource of a stack of 100 and of one of 1,000 `OS::Heat::TestResource`, both fifty wide, and their ratio; and the
 * servers per second of a stack of 100 servers with a port each and of 100 plain `POST /servers`, eight at a time, and the ratio of those.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchClient, benchClient } from './bench-client.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'

const [rounds = 3] = process.argv.slice(2).map(Number)
const [few, many, width, servers, postsAtOnce] = [100, 1_000, 50, 100, 8]
const lookEveryMs = 20

interface StackBody {
  readonly stack: { readonly id: string; readonly stack_status: string; readonly stack_status_reason: string }
}

const resourcesOf = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}`,
      {
        type: 'OS::Heat::TestResource',
        properties: { value: `${index}` },
        ...(index < width ? {} : { depends_on: `r${index - width}` }),
      },
    ]),
  )

const serversOf = (parts: Parts): object =>
  Object.fromEntries(
    Array.from({ length: servers }, (_, index) => [
      [`port${index}`, { type: 'OS::Neutron::Port', properties: { network: parts.network } }],
      [
        `server${index}`,
        {
          type: 'OS::Nova::Server',
          properties: {
            image: parts.image,
            flavor: parts.flavor,
            networks: [{ port: { get_resource: `port${index}` } }],
          },
        },
      ],
    ]).flat(),
  )

const settled = async (
  { call }: BenchClient,
  path: string,
  wanted: string,
): Promise<StackBody['stack']['id']> => {
  for (;;) {
    const { stack } = await call<StackBody>('orchestration', 'GET', `${path}?resolve_outputs=false`)
    if (stack.stack_status === wanted) return stack.id
    if (stack.stack_status.endsWith('_FAILED')) throw new Error(stack.stack_status_reason)
    await pause(lookEveryMs)
  }
}

/** The milliseconds from the request to CREATE_COMPLETE; deletes the stack afterwards. */
const timeOf = async (client: BenchClient, name: string, resources: object): Promise<number> => {
  const stacks = `/v1/${client.projectId}/stacks`
  const began = performance.now()
  const { stack } = await client.call<StackBody>('orchestration', 'POST', stacks, {
    stack_name: name,
    template: { heat_template_version: '2021-04-16', resources },
  })
  const path = `${stacks}/${name}/${stack.id}`
  await settled(client, path, 'CREATE_COMPLETE')
  const took = performance.now() - began
  await client.call('orchestration', 'DELETE', path)
  await settled(client, path, 'DELETE_COMPLETE')
  return took
}

interface Parts {
  readonly image: string
  readonly flavor: string
  readonly network: string
}

const prepare = async ({ call, projectId }: BenchClient): Promise<Parts> => {
  const quota_set = { instances: -1, cores: -1, ram: -1, force: true }
  await call('compute', 'PUT', `/v2.1/os-quota-sets/${projectId}`, { quota_set })
  await call('network', 'PUT', `/v2.0/quotas/${projectId}`, { quota: { network: -1, subnet: -1, port: -1 } })
  const flavor = { id: 'bench', name: 'bench', vcpus: 1, ram: 512, disk: 1 }
  await call('compute', 'POST', '/v2.1/flavors', { flavor })
  const { id: image } = await call<{ id: string }>('image', 'POST', '/v2/images', {
    name: 'bench',
    disk_format: 'raw',
    container_format: 'bare',
  })
  await call('image', 'PUT', `/v2/images/${image}/file`, Buffer.alloc(1024 * 1024))
  const { network } = await call<{ network: { id: string } }>('network', 'POST', '/v2.0/networks', {
    network: { name: 'bench' },
  })
  const subnet = { network_id: network.id, ip_version: 4, cidr: '10.77.0.0/16' }
  await call('network', 'POST', '/v2.0/subnets', { subnet })
  return { image, flavor: flavor.id, network: network.id }
}

interface Listed {
  readonly servers: readonly { readonly id: string; readonly status: string }[]
}

/** The milliseconds from the first request until all servers are ACTIVE; deletes them afterwards. */
const timeOfPosts = async ({ call }: BenchClient, parts: Parts): Promise<number> => {
  const list = async () =>
    (await call<Listed>('compute', 'GET', `/v2.1/servers/detail?limit=${servers}`)).servers
  const began = performance.now()
  let next = 0
  const ids: string[] = []
  const post = async (): Promise<void> => {
    while (next++ < servers) {
      const server = {
        name: `plain-${next}`,
        imageRef: parts.image,
        flavorRef: parts.flavor,
        networks: [{ uuid: parts.network }],
      }
      const made = await call<{ server: { id: string } }>('compute', 'POST', '/v2.1/servers', { server })
      ids.push(made.server.id)
    }
  }
  await Promise.all(Array.from({ length: postsAtOnce }, post))
  for (;;) {
    const seen = await list()
    if (seen.some(({ status }) => status === 'ERROR')) throw new Error('a server is in error')
    if (seen.length === servers && seen.every(({ status }) => status === 'ACTIVE')) break
    await pause(lookEveryMs)
  }
  const took = performance.now() - began
  for (const id of ids) await call('compute', 'DELETE', `/v2.1/servers/${id}`)
  while ((await list()).length > 0) await pause(lookEveryMs)
  return took
}

await using cloud = await startEmbeddedCloud({ hosts: 10 })
const client = await benchClient(cloud)
const parts = await prepare(client)
await timeOf(client, 'warm', resourcesOf(width))
await timeOfPosts(client, parts)
for (let round = 1; round <= rounds; round += 1) {
  const small = (await timeOf(client, `few-${round}`, resourcesOf(few))) / few
  const large = (await timeOf(client, `many-${round}`, resourcesOf(many))) / many
  const plain = (1000 * servers) / (await timeOfPosts(client, parts))
  const stacked = (1000 * servers) / (await timeOf(client, `servers-${round}`, serversOf(parts)))
  process.stdout.write(
    `round ${round}   ${few} resources ${small.toFixed(2)} ms each, ${many} ${large.toFixed(2)}: ` +
      `${(large / small).toFixed(2)} times   servers/s: plain ${plain.toFixed(1)}, ` +
      `in a stack ${stacked.toFixed(1)}: ${((100 * stacked) / plain).toFixed(0)} %\n`,
  )
}
client.close()
