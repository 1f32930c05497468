import { rebuild as rebuildAction } from '@nimbo/contracts/compute/actions/rebuild'
import { rescue as rescueAction } from '@nimbo/contracts/compute/actions/rescue'
import { CliError } from '../../cloud/cli-error.ts'
import { fileContent } from '../../cloud/file-content.ts'
import { findId, findOptionalId, getById } from '../../cloud/find.ts'
import { given, textAt, textIn } from '../../cloud/json-values.ts'
import { thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { either, flag, list, properties, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { act } from './server-action.ts'
import { serverKind } from './server-kind.ts'
import { showServer } from './server-view.ts'
import { waitForStatus } from './server-wait.ts'

/** A root volume is overwritten only for one who asks for that: the API, which does it from 2.93 on, has no word for it. */
const checkReimaging = (session: Session, isFromVolume: boolean, reimage = false): void => {
  const does = session.computeVersion >= 2093
  if (reimage && !does)
    throw new CliError(
      '--os-compute-api-version 2.93 or greater is required to support the --reimage-boot-volume option',
    )
  if (isFromVolume && does && !reimage)
    throw new CliError(
      'The rebuild overwrites the root volume of the server; ask for it with --reimage-boot-volume.',
    )
}

/** Rebuilds a server, from its current image unless another is given. */
export const rebuildServer = command({
  words: 'server rebuild',
  summary: 'Rebuild server',
  output: 'one',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    image: text(
      '<image>',
      'Recreate server from the specified image (name or ID; default: its current image)',
    ),
    name: text('<name>', 'Set the new name of the rebuilt server'),
    password: text('<password>', 'Set a password on the rebuilt server'),
    property: properties('Set a new property on the rebuilt server (repeat option to set multiple)'),
    description: text('<description>', 'Set a new description on the rebuilt server'),
    keyName: text('<key-name>', 'Set the key pair of the rebuilt server (name)'),
    noKey: either(
      { '--no-key-name': true, '--key-unset': true },
      'Remove the key pair from the rebuilt server',
    ),
    userData: text('<user-data>', 'File with the new user data of the rebuilt server'),
    noUserData: either({ '--no-user-data': true }, 'Remove existing user data when rebuilding server'),
    preserve: either(
      { '--preserve-ephemeral': true, '--no-preserve-ephemeral': false },
      'Whether to keep the ephemeral disks of the server',
    ),
    trustedImageCert: list('<trusted-cert-id>', 'Trusted image certificate IDs (repeatable) (2.63 or above)'),
    noCerts: either(
      { '--no-trusted-image-certs': true },
      'Remove the trusted image certificates of the server (2.63 or above)',
    ),
    reimage: either(
      { '--reimage-boot-volume': true, '--no-reimage-boot-volume': false },
      'Overwrite the root volume of a server that boots from one with the image (2.93 or above)',
    ),
    hostname: text('<hostname>', 'Set hostname for the server'),
    wait: flag('Wait for rebuild to complete'),
  },
  run: async (session, { server, wait, ...asked }) => {
    refuseTwoOf({ '--key-name': asked.keyName, '--no-key-name': asked.noKey })
    refuseTwoOf({ '--user-data': asked.userData, '--no-user-data': asked.noUserData })
    const certificates = asked.trustedImageCert.length > 0 ? asked.trustedImageCert : undefined
    refuseTwoOf({ '--trusted-image-cert': certificates, '--no-trusted-image-certs': asked.noCerts })
    const found = await getById(session, serverKind, await findId(session, serverKind, server))
    checkReimaging(session, textIn(found, 'image', 'id') === undefined, asked.reimage)
    const imageRef = (await findOptionalId(session, imageKind, asked.image)) ?? textIn(found, 'image', 'id')
    if (imageRef === undefined)
      throw new CliError(`Server ${server} boots from a volume; specify the image with --image.`)
    const id = textAt(found, 'id')
    const rebuild = given({
      imageRef,
      name: asked.name,
      adminPass: asked.password,
      metadata: asked.property,
      preserve_ephemeral: asked.preserve,
      description: asked.description,
      key_name: asked.noKey ? null : asked.keyName,
      user_data: asked.noUserData ? null : asked.userData && (await fileContent(asked.userData)),
      trusted_image_certificates: asked.noCerts ? null : certificates,
      hostname: asked.hostname,
    })
    const reply = thingIn(await act(session, id, rebuildAction.operation, { rebuild }))
    if (!wait) return showServer(session, reply)
    const rebuilt = await waitForStatus(session, id, ['ACTIVE', 'SHUTOFF'])
    return showServer(session, { ...rebuilt, ...given({ adminPass: reply.adminPass }) })
  },
})

export const rescueServer = command({
  words: 'server rescue',
  summary: 'Put server in rescue mode',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    image: text('<image>', 'Image to boot in rescue mode (name or ID; default: the image of the server)'),
    password: text('<password>', 'Set the password on the rescued instance'),
  },
  run: async (session, { server, image, password: adminPass }) => {
    const id = await findId(session, serverKind, server)
    const rescue_image_ref = await findOptionalId(session, imageKind, image)
    await act(session, id, rescueAction.operation, { rescue: given({ rescue_image_ref, adminPass }) })
    return nothing
  },
})
