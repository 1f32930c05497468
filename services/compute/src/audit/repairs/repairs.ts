import type { FindingKind } from '../finding.ts'
import { deleteAgain, endBoot, failServer } from './abandoned-work.ts'
import { claimOwnHost, releaseAllocation } from './claims.ts'
import { freeDevice } from './devices.ts'
import { takeUp, turnBack } from './flows.ts'
import { giveUpServer } from './give-up-server.ts'
import { clearHost } from './hosts.ts'
import { bindToOwnHost, givePortBack, strikeInterface } from './ports.ts'
import { forgetMapping, leaveOtherCell, mapServer, removeGroupMember, removeRequestSpec } from './records.ts'
import type { Repair } from './repair.ts'
import { deleteAttachment, deleteVolume, freeVolume, removeDisk, undoAttachment } from './volumes.ts'

interface Remedy {
  /** What the repair does, as a sentence. */
  readonly does: string
  readonly run: Repair
}

const deletesAttachment: Remedy = { does: 'Delete the attachment.', run: deleteAttachment }
const turnsBack: Remedy = { does: 'Turn the flow back.', run: turnBack }
const clearsHost: Remedy = { does: 'End the domain there and remove its files.', run: clearHost }

/** The repair for each kind of finding; undefined if an operator must decide. */
export const repairs: Readonly<Record<FindingKind, Remedy | undefined>> = {
  'allocation-without-server': { does: 'Release the allocation.', run: releaseAllocation },
  'allocation-on-other-host': { does: 'Claim the resources of its own host instead.', run: claimOwnHost },
  'allocation-on-several-hosts': { does: 'Keep the claim on its own host alone.', run: claimOwnHost },
  'server-without-allocation': { does: 'Claim what its flavor asks for.', run: claimOwnHost },
  'port-without-server': {
    does: 'Delete the port if it was made for the server, unbind it otherwise.',
    run: givePortBack,
  },
  'port-on-other-host': { does: "Bind the port to its server's host.", run: bindToOwnHost },
  'attachment-without-server': deletesAttachment,
  'attachment-unknown-to-server': deletesAttachment,
  'attachment-on-no-host': deletesAttachment,
  'attachment-unfinished': { does: "Delete the attachment and the server's disk.", run: undoAttachment },
  'disk-without-attachment': undefined,
  'disk-of-gone-server': { does: 'Strike the disk out.', run: removeDisk },
  'volume-held-for-nobody': { does: 'Reset the volume to available.', run: freeVolume },
  'volume-of-failed-boot': { does: 'Delete the volume.', run: deleteVolume },
  'device-without-server': { does: 'Have the host give the device back.', run: freeDevice },
  'device-without-request': undefined,
  'server-without-host': {
    does: 'Give back what it holds, keeping its volumes, and put it into ERROR with a fault that says so.',
    run: giveUpServer,
  },
  'server-without-port': { does: 'Strike the interface out.', run: strikeInterface },
  'server-without-mapping': { does: 'Map the server to the cell that has it.', run: mapServer },
  'server-in-two-cells': {
    does: 'End it in the cell that its mapping does not name.',
    run: leaveOtherCell,
  },
  'mapping-without-server': { does: 'End what is left of the server.', run: forgetMapping },
  'build-request-without-flow': { does: 'End the boot: the server is put into ERROR.', run: endBoot },
  'server-building-without-flow': {
    does: 'End the boot: what was made is removed, and the server is put into ERROR.',
    run: endBoot,
  },
  'server-deleting-without-flow': { does: 'Begin its deletion anew.', run: deleteAgain },
  'task-without-flow': { does: 'Put the server into ERROR with a fault that says so.', run: failServer },
  'flow-without-server': turnsBack,
  'flow-overdue': turnsBack,
  'flow-stuck': { does: 'Have the flow taken up.', run: takeUp },
  'request-spec-without-server': { does: 'Remove the request.', run: removeRequestSpec },
  'group-member-without-server': { does: 'Take the server out of the group.', run: removeGroupMember },
  'server-missing-on-host': {
    does: 'Put the server into ERROR with a fault that says so; a hard reboot makes its domain anew.',
    run: failServer,
  },
  'server-on-several-hosts': clearsHost,
  'domain-without-server': clearsHost,
  'domain-unknown': undefined,
  'files-without-server': { does: 'Remove the files.', run: clearHost },
}
