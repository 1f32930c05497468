import { routesOf } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'

export const route = routesOf<ImageApp>()
