// Only in the embedded cloud: it restarts with other files, and its hosts have the PCI devices that the test gives them.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'

const device = { vendorId: '10de', productId: '1eb8', type: 'type-PCI', address: '0000:06:00.0' } as const

const licences = `
meta:
  schema_version: '1.0'
providers:
  - identification:
      uuid: $COMPUTE_NODE
    inventories:
      additional:
        - CUSTOM_LICENCE:
            total: 3
            reserved: 1
            allocation_ratio: 2.0
    traits:
      additional:
        - CUSTOM_LICENSED
  - identification:
      name: b
    traits:
      additional: [CUSTOM_QUIET]
  - identification:
      name: a_0000:06:00.0
    inventories:
      additional:
        - CUSTOM_ENCODER: { total: 2, max_unit: 1 }
    traits:
      additional: [CUSTOM_FAST]
  - identification: { name: elsewhere }
    traits: { additional: [CUSTOM_FAR] }
`

describe('resource providers that an operator configures in files', () => {
  let state: string
  let files: string
  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'nimbo-test-'))
    files = await mkdtemp(join(tmpdir(), 'nimbo-test-'))
  })
  afterEach(async () => {
    await rm(state, { recursive: true })
    await rm(files, { recursive: true })
  })

  const start = () =>
    startTestCloud({
      stateDir: state,
      drivers: withHypervisor(fakeHypervisor({ hosts: ['a', 'b'], pciDevices: [device] })),
      environment: {
        OS_COMPUTE__PROVIDER_CONFIG_LOCATION: files,
        OS_PCI__DEVICE_SPEC: JSON.stringify([{ vendor_id: '10de', product_id: '1eb8' }]),
        OS_PCI__REPORT_IN_PLACEMENT: 'true',
      },
    })
  const provider = async ({ admin: { placement } }: TestCloud, name: string) => {
    const { resource_providers } = (await placement.get(`/resource_providers?name=${name}`)).body
    const path = `/resource_providers/${resource_providers[0].uuid}`
    const { inventories } = (await placement.get(`${path}/inventories`)).body
    const { traits } = (await placement.get(`${path}/traits`)).body
    return { uuid: resource_providers[0].uuid, inventories, traits: traits as readonly string[] }
  }
  const customTraits = async (cloud: TestCloud, name: string) =>
    (await provider(cloud, name)).traits.filter((trait) => trait.startsWith('CUSTOM_')).sort()

  it('offer what the files add until they add it no more; flavors can ask for it', async () => {
    await writeFile(join(files, 'licences.yaml'), licences)
    await writeFile(join(files, 'notes.txt'), 'no YAML: {')
    const cloud = await start()
    try {
      const { inventories } = await provider(cloud, 'a')
      const { CUSTOM_LICENCE, VCPU } = inventories
      const { resource_provider_generation: _, ...licence } = CUSTOM_LICENCE
      assert.deepEqual(licence, {
        ...{ total: 3, reserved: 1, min_unit: 1, max_unit: 2_147_483_647, step_size: 1, allocation_ratio: 2 },
      })
      assert.ok(VCPU.total > 0)
      assert.deepEqual(await customTraits(cloud, 'a'), ['CUSTOM_LICENSED'])
      assert.deepEqual(await customTraits(cloud, 'b'), ['CUSTOM_QUIET'], 'its own entry replaces the general')
      assert.equal((await provider(cloud, 'b')).inventories.CUSTOM_LICENCE, undefined)
      const card = await provider(cloud, 'a_0000:06:00.0')
      assert.deepEqual(Object.keys(card.inventories).sort(), ['CUSTOM_ENCODER', 'CUSTOM_PCI_10DE_1EB8'])
      assert.deepEqual([...card.traits].sort(), ['COMPUTE_MANAGED_PCI_DEVICE', 'CUSTOM_FAST', 'OWNER_NOVA'])

      const ada = await cloud.person('ada')
      const extraSpecs = { 'resources:CUSTOM_LICENCE': '2', 'trait:CUSTOM_LICENSED': 'required' }
      const flavorRef = await makeFlavor(cloud.admin, { name: 'licensed', extraSpecs })
      const order = { imageRef: await makeImage(ada), flavorRef, networks: 'none' }
      const id = await bootServer(ada, order)
      await serverInStatus(ada, id, 'ACTIVE')
      assert.equal((await showServer(cloud.admin, id))['OS-EXT-SRV-ATTR:host'], 'a')
      await ada.compute.delete(`/servers/${id}`)
      await serverGone(ada, id)
    } finally {
      await cloud.stop()
    }
    await rm(join(files, 'licences.yaml'))
    const later = await start()
    try {
      for (const name of ['a', 'b']) assert.deepEqual(await customTraits(later, name), [])
      assert.equal((await provider(later, 'a')).inventories.CUSTOM_LICENCE, undefined)
      const card = await provider(later, 'a_0000:06:00.0')
      assert.deepEqual(Object.keys(card.inventories), ['CUSTOM_PCI_10DE_1EB8'])
    } finally {
      await later.stop()
    }
  })

  it('keep the traits that an operator gives them through placement, whatever the files add', async () => {
    await writeFile(join(files, 'licences.yaml'), licences)
    const cloud = await start()
    const { placement } = cloud.admin
    const { uuid, traits } = await provider(cloud, 'a')
    assert.equal((await placement.put('/traits/CUSTOM_OWN', {})).status, 201)
    const shown = (await placement.get(`/resource_providers/${uuid}/traits`)).body
    const body = { ...shown, traits: [...traits, 'CUSTOM_OWN'] }
    assert.equal((await placement.put(`/resource_providers/${uuid}/traits`, body)).status, 200)
    await cloud.stop()
    const again = await start()
    assert.deepEqual(await customTraits(again, 'a'), ['CUSTOM_LICENSED', 'CUSTOM_OWN'])
    await again.stop()
    await rm(join(files, 'licences.yaml'))
    const later = await start()
    assert.deepEqual(await customTraits(later, 'a'), ['CUSTOM_OWN'])
    await later.stop()
  })

  it('keep an inventory in use after the file is gone, and the host starts nevertheless', async () => {
    await writeFile(join(files, 'licences.yaml'), licences)
    const cloud = await start()
    const ada = await cloud.person('ada')
    const flavorRef = await makeFlavor(cloud.admin, {
      name: 'licensed',
      extraSpecs: { 'resources:CUSTOM_LICENCE': '1' },
    })
    const id = await bootServer(ada, { imageRef: await makeImage(ada), flavorRef, networks: 'none' })
    await serverInStatus(ada, id, 'ACTIVE')
    await cloud.stop()
    await rm(join(files, 'licences.yaml'))
    const later = await start()
    try {
      assert.equal((await provider(later, 'a')).inventories.CUSTOM_LICENCE.total, 3)
    } finally {
      await later.stop()
    }
  })

  const added = (identification: string, rest: string) =>
    `meta: { schema_version: '1.0' }\nproviders: [{ identification: ${identification}, ${rest} }]\n`
  const trait = 'traits: { additional: [CUSTOM_A] }'
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['meta: {', /one\.yaml: it is not valid YAML: .* at line 1/],
    ['providers: []', /one\.yaml: it has no meta\.schema_version/],
    ['meta: { schema_version: 1.0 }', /one\.yaml: it has no meta\.schema_version as text/],
    ["meta: { schema_version: '2.0' }", /one\.yaml: the schema version 2\.0 is not supported/],
    [added('{ uuid: x }', trait), /one\.yaml: \/providers\/0\/identification/],
    [added(`{ name: a, uuid: $COMPUTE_NODE }`, trait), /one\.yaml: \/providers\/0\/identification/],
    [added('{ name: a }', 'traits: { additional: [HW_GPU] }'), /only custom traits may be added, not HW_GPU/],
    [
      added('{ name: a }', 'inventories: { additional: [{ VCPU: { total: 9 } }] }'),
      /only custom resource classes may be added, not VCPU/,
    ],
    [
      added('{ name: a }', 'inventories: { additional: [{ CUSTOM_A: { reserved: 9 } }] }'),
      /one\.yaml: \/providers\/0\/inventories\/additional\/0\/CUSTOM_A must have required properties total/,
    ],
    [
      added('{ name: a }', `${trait} }, { identification: { name: a }, ${trait}`),
      /Provider a has multiple definitions in source file\(s\): one\.yaml/,
    ],
    [
      added(
        `{ name: 'a_0000:06:00.0' }`,
        'inventories: { additional: [{ CUSTOM_PCI_10DE_1EB8: { total: 9 } }] }',
      ),
      /one\.yaml defines inventories that the host itself reports: CUSTOM_PCI_10DE_1EB8/,
    ],
  ]
  it('keep nova-compute from starting if a file is wrong, and say what is wrong', async () => {
    for (const [text, reason] of wrong) {
      await writeFile(join(files, 'one.yaml'), text)
      await assert.rejects(start(), (error: Error) => {
        assert.match(error.message, /^An error occurred while processing a provider config file: /)
        assert.match(error.message, reason)
        return true
      })
    }
  })

  it('keep nova-compute from starting if files identify one provider by its name and its UUID', async () => {
    const cloud = await start()
    const { uuid } = await provider(cloud, 'a')
    await cloud.stop()
    await writeFile(join(files, 'one.yaml'), added('{ name: a }', trait))
    await writeFile(join(files, 'two.yaml'), added(`{ uuid: ${uuid.toUpperCase()} }`, trait))
    await assert.rejects(
      start(),
      /one\.yaml and two\.yaml: the same provider is specified by both its name a/,
    )
    await rm(join(files, 'one.yaml'))
    const later = await start()
    assert.deepEqual(await customTraits(later, 'a'), ['CUSTOM_A'])
    await later.stop()
  })
})
