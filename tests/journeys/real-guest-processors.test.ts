import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { consoleOf, noGuests, patience, startTellingGuests } from './telling-guests.ts'

/** Has the guest tell its processors, its sockets with the cores in each, and its NUMA nodes with the processors in each. */
const userData = `#!/bin/sh
while :; do
  sockets=$(cat /sys/devices/system/cpu/cpu[0-9]*/topology/physical_package_id | sort -u | wc -l)
  cores=$(for cpu in /sys/devices/system/cpu/cpu[0-9]*/topology; do echo "$(cat $cpu/physical_package_id)-$(cat $cpu/core_id)"; done | sort -u | wc -l)
  nodes=$(for node in /sys/devices/system/node/node[0-9]*; do echo "$(basename $node)=$(cat $node/cpulist)"; done | tr '\\n' ' ')
  echo "processors $(nproc) sockets $sockets cores $cores nodes $nodes." > /dev/console
  sleep 2
done
`

/**
 * In the embedded shape alone, for the sake of what lies below the drivers. The hosts of our tests have one NUMA node, so a guest
 * can have one as well and no more; what guests with several get is told of fake hosts.
 */
test('a real guest sees the processors that flavor and image chose for it', {
  skip: await noGuests(),
}, async () => {
  await using guests = await startTellingGuests({
    OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,NUMATopologyFilter',
  })
  const { cloud, ada, boot, remove } = guests
  const properties = { hw_cpu_threads: '2' }
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: guests.data, properties })
  const extraSpecs = { 'hw:cpu_max_sockets': '1', 'hw:cpu_sockets': '4', 'hw:numa_nodes': '1' }
  const flavorRef = await makeFlavor(cloud.admin, {
    ...{ name: 'm1.threads', ram: 192, disk: 1, vcpus: 4, extraSpecs },
  })
  const id = await boot({
    ...{ name: 'divided', imageRef, flavorRef },
    user_data: Buffer.from(userData).toString('base64'),
  })
  await eventually(async () => {
    const told = [
      ...(await consoleOf(ada, id)).matchAll(/processors (\d+) sockets (\d+) cores (\d+) nodes (.*) \./g),
    ]
    const [, ...facts] = told.at(-1) ?? []
    assert.deepEqual(facts, ['4', '1', '2', 'node0=0-3'])
  }, patience)
  await remove(id)
  await cloud.settled()
})
