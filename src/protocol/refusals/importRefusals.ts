// Refusals of importing sheets into lists, and of exporting records to edit.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

export const importRefusals = {
  import_not_offered: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这个页面不能用 Excel 导入', en: 'This screen takes no import' },
    meaning: 'The list has no exchange in its manifest.',
    remedy: 'Import on a list that offers it.',
  },
  import_not_permitted: {
    code: codes.forbidden,
    status: 200,
    texts: { zh: '您没有导入的权限', en: 'You may not import here' },
    meaning: 'The caller may run neither the creating nor the changing transition of the list.',
    remedy: 'Ask for the permission of one of them.',
  },
  import_file_missing: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件不存在', en: 'This file does not exist' },
    meaning: 'The handle names no file that the caller has uploaded.',
    remedy: 'Upload the file again.',
  },
  import_file_type: {
    code: codes.refused,
    status: 200,
    texts: { zh: '请选择 xlsx 或 csv 文件', en: 'Choose an xlsx or a csv file' },
    meaning: 'The name of the file ends neither in xlsx nor in csv.',
    remedy: 'Save the sheet in one of these formats.',
  },
  import_without_rows: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件中没有数据行', en: 'The file has no data rows' },
    meaning: 'Only headings were found in the file.',
    remedy: 'Fill in rows below the headings.',
  },
  import_too_large: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '文件“{name}”过大：{bound}',
      en: 'The file “{name}” is too large: {bound}',
    },
    meaning: 'The file exceeds a bound of rows, cells, bytes or time; the sentence names it with its figure.',
    remedy: 'Split the file.',
  },
  import_unreadable: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '文件“{name}”无法读取，请用 Excel 另存为 xlsx 后重试',
      en: 'The file “{name}” cannot be read; save it as xlsx and try again',
    },
    meaning: 'The file is no sheet, or it is damaged.',
    remedy: 'Save it as xlsx and upload it again.',
  },
  import_columns_unknown: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '第一行没有可识别的列名，例如“{column}”',
      en: 'The first row has no known column name, such as “{column}”',
    },
    meaning: 'No heading of the file is the title of a column of the list.',
    remedy: 'Use the headings of the template.',
  },
  import_columns_repeated: {
    code: codes.refused,
    status: 200,
    texts: { zh: '有两列的列名相同', en: 'Two columns have the same name' },
    meaning: 'Two headings of the file are the same.',
    remedy: 'Remove one of the columns.',
  },
  import_running: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '同一个文件正在导入，请等它完成；如果对方已中途离开，{count} 分钟没有进展后即可重新导入',
      en: 'The same file is being imported; wait until it is done or, if it was left, until {count} minutes have passed',
      en_one:
        'The same file is being imported; wait until it is done or, if it was left, until {count} minute has passed',
    },
    meaning: 'An import of the same file of this list is writing, and has made a step in the last minutes.',
    remedy: 'Wait until it is done. If it was left, import the file again after these minutes: that ends it.',
  },
  import_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有这次导入', en: 'There is no such import' },
    meaning: 'The import does not exist or belongs to another account.',
    remedy: 'Begin a new import.',
  },
  import_at_another_step: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这次导入不在这一步', en: 'The import is not at this step' },
    meaning: 'The call does not fit the phase of the import.',
    remedy: 'Read the state of the import and go on from there.',
  },
  import_take_back_late: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '导入完成已超过 {count} 小时，不能撤回',
      en: 'The import was done more than {count} hours ago and cannot be taken back',
      en_one: 'The import was done more than {count} hour ago and cannot be taken back',
    },
    meaning: 'An import can be taken back only for a time after its last row was written.',
    remedy: 'Change the records by hand.',
  },
  import_take_back_unkept: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '这次导入没有保留撤回所需的原值，不能撤回',
      en: 'This import kept no old values and cannot be taken back',
    },
    meaning: 'The import was written by a version of the server that did not keep what taking back needs.',
    remedy: 'Change the records by hand.',
  },
  import_take_back_empty: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这次导入没有可以撤回的记录', en: 'This import wrote nothing that can be taken back' },
    meaning: 'No row was written, or the list has no `void` for the records that were added.',
    remedy: 'Change the records by hand.',
  },
  import_take_back_running: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这次导入正在撤回', en: 'The import is being taken back' },
    meaning: 'Taking this import back has begun and is not done.',
    remedy: 'Go on with it in steps, or wait until it is done.',
  },
  import_taken_back: {
    code: codes.refused,
    status: 200,
    texts: { zh: '这次导入已经撤回', en: 'The import was taken back already' },
    meaning: 'Every row was taken back or named; it is not done twice.',
    remedy: 'Read what became of each row.',
  },
  import_takes_no_new: {
    code: codes.refused,
    status: 200,
    texts: { zh: '此列表不能导入新记录', en: 'This list takes no new records' },
    meaning: 'The exchange of the list has no creating transition for the caller, and takes no lines.',
    remedy: 'Export records to edit instead.',
  },
  export_to_edit_too_large: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '导出用于修改的内容过多（{bound}），请先筛选',
      en: 'This is too much to be exported for editing: {bound}; narrow the list first',
    },
    meaning: 'The list has more records than one sheet for editing takes, or its file would be too large to come back.',
    remedy: 'Filter the list.',
  },
} as const satisfies RefusalTable
