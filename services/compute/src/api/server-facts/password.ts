import { clearServerPassword, showServerPassword } from '@nimbo/contracts/compute/server-password'
import { handle } from '../handle.ts'

const show = handle(showServerPassword, async ({ app, found: { server } }) => ({
  password: (await app.guestPasswords.of(server)) ?? '',
}))

const clear = handle(clearServerPassword, async ({ app, found: { server } }) => {
  await app.guestPasswords.clear(server)
})

export const passwordRoutes = [show, clear]
