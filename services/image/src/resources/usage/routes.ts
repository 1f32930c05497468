import { showUsage } from '@nimbo/contracts/image/discovery'
import { handle } from '../handle.ts'

const show = handle(showUsage, async ({ app, ctx }) => ({ usage: { ...(await app.quota.usage(ctx)) } }))

export const usageRoutes = [show]
