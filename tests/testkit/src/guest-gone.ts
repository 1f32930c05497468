import assert from 'node:assert/strict'
import type { Drivers } from '@nimbo/cloud/drivers'
import { eventually } from '@nimbo/testing/eventually'

/** Waits until the hypervisor of a host no longer has a guest for this server. */
export const guestGone = (
  { hypervisors }: Pick<Drivers, 'hypervisors'>,
  { host, id }: { readonly host: string; readonly id: string },
): Promise<void> =>
  eventually(async () => {
    const guests = await hypervisors.find((one) => one.host === host)?.driver.host.list()
    assert.ok(guests, `${host} is no host of this cloud`)
    assert.ok(
      guests.every((guest) => guest.id !== id),
      `${host} still has the guest`,
    )
  })
