import { rebuild as rebuildAction } from '@nimbo/contracts/compute/actions/rebuild'
import { rescue as rescueAction } from '@nimbo/contracts/compute/actions/rescue'
import { CliError } from '../../cloud/cli-error.ts'
import { fileContent } from '../../cloud/file-content.ts'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, textAt, textIn } from '../../cloud/json-values.ts'
import { thingIn } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { either, flag, properties, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { act } from './server-action.ts'
import { serverKind } from './server-kind.ts'
import { showServer } from './server-view.ts'
import { waitForStatus } from './server-wait.ts'

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
    noKey: either({ '--no-key-name': true }, 'Remove the key pair from the rebuilt server'),
    userData: text('<user-data>', 'File with the new user data of the rebuilt server'),
    noUserData: either({ '--no-user-data': true }, 'Remove existing user data when rebuilding server'),
    hostname: text('<hostname>', 'Set hostname for the server'),
    wait: flag('Wait for rebuild to complete'),
  },
  run: async (session, { server, wait, ...asked }) => {
    const found = await find(session, serverKind, server)
    const imageRef = (await findOptionalId(session, imageKind, asked.image)) ?? textIn(found, 'image', 'id')
    if (imageRef === undefined)
      throw new CliError(`Server ${server} boots from a volume; specify the image with --image.`)
    const id = textAt(found, 'id')
    const rebuild = given({
      imageRef,
      name: asked.name,
      adminPass: asked.password,
      metadata: asked.property,
      description: asked.description,
      key_name: asked.noKey ? null : asked.keyName,
      user_data: asked.noUserData ? null : asked.userData && (await fileContent(asked.userData)),
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
