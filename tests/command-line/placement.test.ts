import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud()

it('resource class and trait commands create, list, show and delete custom ones', async () => {
  await done('resource class create CUSTOM_FPGA')
  await done('resource class set CUSTOM_FPGA')
  assert.ok((await listed('resource class list', 'name')).includes('CUSTOM_FPGA'))
  assert.deepEqual(await shown('resource class show CUSTOM_FPGA'), { name: 'CUSTOM_FPGA' })
  await done('trait create CUSTOM_FAST')
  assert.deepEqual(await shown('trait show CUSTOM_FAST'), { name: 'CUSTOM_FAST' })
  assert.deepEqual(await listed('trait list --name startswith:CUSTOM_F', 'name'), ['CUSTOM_FAST'])
  await done('trait delete CUSTOM_FAST')
  assert.match(await refused('trait show CUSTOM_FAST'), /HTTP 404/)
  await done('resource class delete CUSTOM_FPGA')
})

it('resource provider commands manage providers, inventories, aggregates, traits and allocations', async () => {
  const rack = await shown('resource provider create rack')
  const { uuid } = await shown(`resource provider create --parent-provider ${rack.uuid} card`)
  assert.deepEqual(await listed(`resource provider list --in-tree ${uuid}`, 'name'), ['card', 'rack'])
  await done(`resource provider set --name board ${uuid}`)

  await done(`resource provider inventory set --resource VCPU=8 --resource VCPU:reserved=1 ${uuid}`)
  await done(`resource provider inventory set --amend --resource MEMORY_MB=512 ${uuid}`)
  const inventory = await shown(`resource provider inventory show ${uuid} VCPU`)
  assert.deepEqual([inventory.total, inventory.reserved, inventory.used], [8, 1, 0])
  await done(`resource provider inventory class set --total 1024 ${uuid} MEMORY_MB`)
  const classes = await listed(`resource provider inventory list ${uuid}`, 'resource_class')
  assert.deepEqual([...classes].sort(), ['MEMORY_MB', 'VCPU'])

  const aggregate = '11111111-1111-4111-8111-111111111111'
  await done(`resource provider aggregate set --aggregate ${aggregate} ${uuid}`)
  assert.deepEqual(await listed(`resource provider aggregate list ${uuid}`, 'uuid'), [aggregate])
  const reserve = `resource provider inventory set --aggregate --amend --resource VCPU:reserved=3 ${aggregate}`
  const reserved = async () => (await shown(`resource provider inventory show ${uuid} VCPU`)).reserved
  const planned = await shown(`${reserve} --dry-run`)
  assert.deepEqual([planned[0].resource_provider, planned.length, await reserved()], [uuid, 2, 1])
  await done(reserve)
  assert.equal(await reserved(), 3)
  assert.match(
    await refused(reserve.replace(aggregate, rack.uuid)),
    /No resource providers found in aggregate/,
  )
  await done(`resource provider trait set --trait HW_CPU_X86_AVX2 ${uuid}`)
  assert.deepEqual(await listed(`resource provider trait list ${uuid}`, 'name'), ['HW_CPU_X86_AVX2'])

  const candidates = `allocation candidate list --resource VCPU=2 --required HW_CPU_X86_AVX2 --member-of ${aggregate}`
  const [candidate] = await shown(candidates)
  assert.equal(candidate['resource provider'], uuid)
  assert.deepEqual(candidate.allocation, { VCPU: 2 })
  assert.deepEqual(await shown(`${candidates} --forbidden HW_CPU_X86_SSE`), await shown(candidates))

  const [one, other] = ['--group 1 --resource VCPU=2', '--group 2 --resource MEMORY_MB=64']
  const grouped = `allocation candidate list ${one} --required HW_CPU_X86_AVX2 ${other}`
  assert.deepEqual((await shown(grouped))[0].allocation, { VCPU: 2, MEMORY_MB: 64 })
  assert.deepEqual(await shown(`${grouped} --forbidden HW_CPU_X86_AVX2`), [])
  assert.deepEqual(await shown(`${grouped} --group-policy isolate`), [])
  assert.match(await refused(`${grouped} --group 3`), /--resource should be provided in group 3/)

  const consumer = '22222222-2222-4222-8222-222222222222'
  const set = `resource provider allocation set --project-id p --user-id u --allocation rp=${uuid},VCPU=2`
  assert.match(await refused(`${set} ${consumer}`), /--consumer-type/)
  await done(`${set} --consumer-type INSTANCE ${consumer}`)
  const [held] = await shown(`resource provider allocation show ${consumer}`)
  assert.deepEqual([held.resources, held.consumer_type], [{ VCPU: 2 }, 'INSTANCE'])
  assert.deepEqual(await listed(`resource provider usage show ${uuid}`, 'usage'), [2, 0])
  assert.deepEqual(await shown('resource usage show p'), [{ resource_class: 'VCPU', usage: 2 }])
  assert.match(await refused(`resource provider inventory delete ${uuid}`), /HTTP 409/)
  const unset = `resource provider allocation unset ${consumer}`
  await done(`${set},MEMORY_MB=64 ${consumer}`)
  const [left] = await shown(`${unset} --provider ${uuid} --resource-class MEMORY_MB`)
  assert.deepEqual([left.resources, left.project_id, left.consumer_type], [{ VCPU: 2 }, 'p', 'INSTANCE'])
  assert.equal((await shown(`${unset} --provider ${rack.uuid}`)).length, 1)
  assert.deepEqual(await shown(unset), [])
  assert.deepEqual(await shown(unset), [])
  await done(`${set} --consumer-type INSTANCE ${consumer}`)
  await done(`resource provider allocation delete ${consumer}`)
  await done(`resource provider inventory delete --resource-class VCPU ${uuid}`)
  await done(`resource provider inventory delete ${uuid}`)
  await done(`resource provider trait delete ${uuid}`)
  await done(`resource provider delete ${uuid}`)
  await done(`resource provider delete ${rack.uuid}`)
})

it('a command that needs a newer microversion says which one', async () => {
  assert.match(
    await refused('--os-placement-api-version 1.0 trait list'),
    /traits\.list is there from 1\.6 on, and version 1\.0 is asked for/,
  )
})
