import { after, before, describe } from 'node:test'
import { browserMissing } from '../browser.ts'
import { type FurnishedCloud, startFurnishedCloud } from '../furnished-cloud.ts'
import { panelStory } from '../panel-story.ts'

describe('what people do with the panels of the page', { skip: browserMissing }, () => {
  let there: FurnishedCloud

  before(async () => {
    there = await startFurnishedCloud()
  })
  after(() => there?.[Symbol.asyncDispose]())

  describe('in zh-CN', () => panelStory({ language: 'zh-CN', who: 'mei', there: () => there }))
})
