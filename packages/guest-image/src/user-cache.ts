import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where what was built or fetched for this user is kept between runs (XDG Base Directory Specification). */
export const userCache = (): string => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nimbo')
