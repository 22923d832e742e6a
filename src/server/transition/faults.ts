// How is a write refused? The engine's own sentences, each in both languages; what a manifest says itself is said there.
import type { Entity, Field, Text, Transition } from '../../manifest/app'
import { codes, Fault } from '../../protocol/envelope'

export type Errors = Record<string, Text>

export const required: Text = ['必填', 'Required']
export const unknownName: Text = ['未知参数', 'Unknown name']
export const notOffered: Text = ['请选择列表中的选项', 'Choose one of the options']
export const oneLineEach: Text = ['请为每一项各填一行', 'Fill in one line for each item']
export const unknownFile: Text = ['文件不存在或不可用', 'A file does not exist or cannot be used']
export const wrongFileType: Text = ['不支持的文件类型', 'This type of file is not accepted']
export const otherTenant: Text = ['所选记录不属于同一归属', 'The chosen record belongs to somebody else']
export const needless: Text = ['此操作没有备注', 'Nothing can be remarked here']

export function notChoosable(field: Pick<Field, 'title'>): Text {
  return [
    `所选${field.title[0]}不存在或不可选`,
    `The chosen record does not exist or cannot be chosen: ${field.title[1]}`,
  ]
}

const checkInput: Text = ['请检查填写内容', 'Please check what was entered']

export function inputFault(fields: Errors): Fault {
  return new Fault(codes.refused, checkInput, { fields })
}

/** The one fault of a record that is not there and of one out of reach. */
export function notFound(): Fault {
  return new Fault(codes.refused, ['记录不存在', 'There is no such record'])
}

/** Nobody is told which transitions exist. */
export function unknownTransition(): Fault {
  return new Fault(codes.refused, ['没有这种操作', 'There is no such action'])
}

export function staleVersion(): Fault {
  return new Fault(codes.refused, [
    '记录已被修改，请刷新后重试',
    'The record has been changed meanwhile; refresh and try again',
  ])
}

export function wrongState({ title }: Transition, state: Text): Fault {
  return new Fault(codes.refused, [
    `当前状态为“${state[0]}”，不能${title[0]}`,
    `The record is now "${state[1]}": ${title[1]} is not possible`,
  ])
}

export function notNow({ title }: Transition): Fault {
  return new Fault(codes.refused, [`该记录当前不能${title[0]}`, `${title[1]} is not possible for this record now`])
}

export function ownRecord({ title }: Transition): Fault {
  return new Fault(codes.refused, [
    `不能${title[0]}自己创建的记录`,
    `${title[1]}: not for a record that you created yourself`,
  ])
}

export function noTenant(): Fault {
  return new Fault(codes.refused, ['无法确定记录归属', 'It is not clear to whom the record belongs'])
}

export function keyTaken(): Fault {
  return new Fault(codes.refused, [
    '该请求编号已用于其他内容，请刷新后重试',
    'This request key was used for something else; refresh and try again',
  ])
}

export function tooLarge(): Fault {
  return new Fault(codes.refused, ['数值过大，无法保存', 'A number is too large to be kept'])
}

/** Runs an effect; a refusal is told so that somebody who never saw its form understands: the fields' names become part of the sentence. */
export async function toldAsEffect<T>(
  { entity, transition }: { readonly entity: Pick<Entity, 'fields'>; readonly transition: Transition },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Fault ? ofEffect(error, transition, { ...entity.fields, ...transition.inputs }) : error
  }
}

function ofEffect(
  fault: Fault,
  { title }: Transition,
  fields: Readonly<Record<string, Pick<Field, 'title'> | undefined>>,
): Fault {
  const errors = Object.entries(fault.options.fields ?? {})
  // A guard's own sentence already says everything; its field is not on the form that was sent.
  if (errors.length === 0 || fault.text !== checkInput) return new Fault(fault.code, fault.text)
  const told = (language: 0 | 1) =>
    errors
      .map(([name, text]) => `${fields[name.split('.')[0]!]?.title[language] ?? name}: ${text[language]}`)
      .join(language === 0 ? '；' : '; ')
  return new Fault(fault.code, [`${title[0]}：${told(0)}`, `${title[1]}: ${told(1)}`])
}
