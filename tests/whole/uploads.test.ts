// What becomes of uploads that no record uses? They count towards a quota of their uploader, and go after a day with
// their bytes; what a record carries stays.
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { FileValue, RecordAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { removeUnused } from '../../src/server/files/fileRecords'
import { useProduct } from './useProduct'

const whole = useProduct({ environment: { UPLOAD_QUOTA_MB: '1' } })

async function upload(role: string, bytes: Buffer, name = 'a.txt'): Promise<Envelope<FileValue>> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const reply = await fetch(`${whole.product.address}/pcindex4/upload/fileV2`, {
    method: 'POST',
    headers: { 'X-Token': await whole.teller.token(role) },
    body: form,
  })
  return (await reply.json()) as Envelope<FileValue>
}
const text = (size: number, which: number) => Buffer.from(`${which}`.repeat(size))
const database = () => whole.product.server.dependencies.database
const later = () => new Date(Date.now() + 25 * 3_600_000)

it('more than the quota is refused, also when much is sent at once; another account is not touched', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => upload('designer', text(300_000, at))))
  expect(answers.filter(({ code }) => code === 2000)).toHaveLength(3)
  expect(answers.find(({ code }) => code !== 2000)).toMatchObject({
    code: 2001,
    msg: '未使用的上传文件已达上限，请先保存或一天后再试',
  })
  expect((await upload('finance', text(300_000, 9))).code).toBe(2000)
})

it('what is not used goes after a day, and what a record carries stays', async () => {
  const [used, unused] = [(await upload('owner', text(5_000, 1))).data, (await upload('owner', text(6_000, 2))).data]
  const { id } = await whole.teller.account('owner')
  const { data } = await whole.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
  expect(
    (
      await whole.teller.call('owner', '/pcindex4/user_centor/personal_details.html', {
        name: data.record.label,
        avatar: [used],
      })
    ).code,
  ).toBe(2000)
  const { files } = whole.product.server.dependencies
  const digests = await database().read<{ id: string; digest: string }>(
    sql`select "id", "digest" from "_file" where "id" in (${used.id}, ${unused.id})`,
  )
  const digestOf = (file: FileValue) => digests.find((row) => row.id === file.id)!.digest
  expect(await removeUnused(database(), files, new Date())).toBe(0)
  expect(await removeUnused(database(), files, later())).toBeGreaterThan(0)
  expect(await database().read(sql`select "id" from "_file" where "id" in (${used.id}, ${unused.id})`)).toEqual([
    { id: used.id },
  ])
  ;(await files.read(digestOf(used))).destroy()
  await expect(files.read(digestOf(unused))).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await upload('designer', text(300_000, 7))).code, 'there is room again').toBe(2000)
})
