import { routesOf } from '@nimbo/http/routes-of'
import type { ImageApp } from '../app/app.ts'

export const route = routesOf<ImageApp>()
