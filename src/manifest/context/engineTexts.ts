// Catalog of the texts that the compiler adds: titles of system fields and of what it derives.
import { messagesOf, type CatalogTexts } from '../expression/message'

const engineTexts = {
  id: { zh: '内部编号', en: 'ID' },
  no: { zh: '单号', en: 'No.' },
  state: { zh: '状态', en: 'State' },
  createdBy: { zh: '创建人', en: 'Created by' },
  createdAt: { zh: '创建时间', en: 'Created at' },
  stateAt: { zh: '状态更新时间', en: 'State since' },
  version: { zh: '版本', en: 'Version' },
  note: { zh: '备注', en: 'Note' },

  record: { zh: '记录', en: 'Record' },
  permission_codes: { zh: '权限码', en: 'Permission codes' },
  screens: { zh: '页面', en: 'Screens' },
  entities: { zh: '对象', en: 'Record types' },
  transitions: { zh: '操作', en: 'Actions' },
  title_by_reference: { zh: '{title}（{reference}）', en: '{title} ({reference})' },
  title_with_unit: { zh: '{title}({unit})', en: '{title} ({unit})' },
  title_of_part: { zh: '{whole}{part}', en: '{whole} {part}' },
} as const satisfies Readonly<Record<string, CatalogTexts>>

export const engineText = messagesOf('titles', engineTexts)
