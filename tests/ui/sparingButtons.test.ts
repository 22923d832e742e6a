// Proves that no notice pushes out one with a button, and a third one the oldest of the others.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { sparingButtons, type NoticeList } from '../../src/ui/feedback/sparingButtons'

/** Notices as the library has them: one of the same key replaces the former, and an ended one says so. */
function notices() {
  const shown = new Map<string, Parameters<NoticeList['open']>[0]>()
  const destroy = (key: string) => {
    const notice = shown.get(key)
    shown.delete(key)
    notice?.onClose?.()
  }
  const list = sparingButtons({ open: (notice) => void shown.set(notice.key, notice), destroy }, 2)
  const tell = (key: string) => list.open({ key, content: key })
  const offer = (key: string, onClose?: () => void) =>
    list.open({ key, content: createElement('button'), ...(onClose && { onClose }) })
  return { ...list, tell, offer, expire: destroy, keys: () => [...shown.keys()] }
}

it('a third one pushes out the oldest that only tells', () => {
  const { tell, offer, keys } = notices()
  tell('first')
  tell('second')
  tell('third')
  expect(keys()).toEqual(['second', 'third'])
  offer('export')
  expect(keys()).toEqual(['third', 'export'])
  tell('fourth')
  expect(keys()).toEqual(['export', 'fourth'])
})

it('none with a button goes before it is over: beside two of them there is a third', () => {
  const { tell, offer, keys, expire } = notices()
  const ended: string[] = []
  offer('export')
  offer('undo', () => ended.push('undo'))
  tell('saved')
  tell('sent')
  expect(keys()).toEqual(['export', 'undo', 'sent'])
  expect(ended).toEqual([])
  expire('undo')
  expect(ended).toEqual(['undo'])
  tell('last')
  expect(keys()).toEqual(['export', 'last'])
})

it('one that has lost its button gives way like the others', () => {
  const { tell, offer, keys, destroy } = notices()
  offer('export')
  tell('export')
  tell('saved')
  tell('sent')
  expect(keys()).toEqual(['saved', 'sent'])
  destroy('saved')
  tell('last')
  expect(keys()).toEqual(['sent', 'last'])
})
