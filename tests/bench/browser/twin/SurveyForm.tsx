// The form of sixty fields, written by hand with antd's own form.
import { App, Button, Card, Col, DatePicker, Form, Input, InputNumber, Radio, Row, Select, Space } from 'antd'
import type { Rule } from 'antd/es/form'

const choices = Array.from({ length: 12 }, (_, at) => ({ value: `c${at + 1}`, label: `选项${at + 1}` }))
const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
]
const needed: Rule = { required: true }
const mobile: Rule = { pattern: /^1\d{10}$/, message: '请输入 11 位手机号' }
const aboveDeposit: Rule = ({ getFieldValue }) => ({
  validator: (_, value: number | null) =>
    value == null || getFieldValue('deposit') == null || value >= Number(getFieldValue('deposit'))
      ? Promise.resolve()
      : Promise.reject(new Error('总价不能低于定金')),
})

export default function SurveyForm() {
  const { message } = App.useApp()
  const [form] = Form.useForm()
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ gasMoved: true, children: true, stairs: true }}
      onFinish={() => void message.success('已保存')}
    >
      <Card size="small" title="房屋">
        <Row gutter={16}>
          <Col span={8}>
            <Form.Item name="community" label="小区" rules={[needed]}>
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="building" label="楼栋" rules={[needed]}>
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="room" label="房号" rules={[needed]}>
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="city" label="城市">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="houseKind" label="房屋类型">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="houseState" label="房屋状态">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="layout" label="户型" rules={[needed]}>
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="area" label="面积" rules={[needed]}>
              <InputNumber precision={2} min={1} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="floors" label="楼层">
              <InputNumber precision={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="ceiling" label="层高">
              <InputNumber precision={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="elevator" label="有电梯">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="handover" label="交房日期">
              <DatePicker />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="parking" label="可停车">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="owner" label="业主" rules={[needed]}>
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="ownerMobile" label="业主手机" rules={[mobile]}>
              <Input type="tel" />
            </Form.Item>
          </Col>
        </Row>
      </Card>
      <Card size="small" title="现场">
        <Row gutter={16}>
          <Col span={8}>
            <Form.Item name="measuredOn" label="量尺日期">
              <DatePicker />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="measurer" label="量尺人">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="wallKind" label="墙面">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="floorKind" label="地面">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="ceilingKind" label="顶面">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="humidity" label="湿度">
              <InputNumber precision={2} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="levelGap" label="水平误差">
              <InputNumber precision={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="gasMoved" label="燃气改管">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Form.Item noStyle dependencies={['gasMoved']}>
            {({ getFieldValue }) =>
              getFieldValue('gasMoved') === true && (
                <Col span={8}>
                  <Form.Item name="gasCompany" label="燃气公司">
                    <Input />
                  </Form.Item>
                </Col>
              )
            }
          </Form.Item>
          <Col span={8}>
            <Form.Item name="waterPoint" label="水位">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="powerPoint" label="电位">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="ventKind" label="排烟方式">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="keyHolder" label="钥匙保管">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="obstacles" label="障碍物">
              <Input.TextArea autoSize />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="siteRemark" label="现场说明">
              <Input.TextArea autoSize />
            </Form.Item>
          </Col>
        </Row>
      </Card>
      <Card size="small" title="设计">
        <Row gutter={16}>
          <Col span={8}>
            <Form.Item name="style" label="风格" rules={[needed]}>
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="colour" label="颜色">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="material" label="材质">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="budget" label="预算">
              <InputNumber precision={2} prefix="¥" min={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="designerName" label="设计师">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="family" label="家庭人数">
              <InputNumber precision={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="children" label="有小孩">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Form.Item noStyle dependencies={['children']}>
            {({ getFieldValue }) =>
              getFieldValue('children') === true && (
                <Col span={8}>
                  <Form.Item name="childAge" label="小孩年龄">
                    <InputNumber precision={0} />
                  </Form.Item>
                </Col>
              )
            }
          </Form.Item>
          <Col span={8}>
            <Form.Item name="elders" label="有老人">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="pets" label="有宠物">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="cookHabit" label="烹饪习惯">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="storage" label="收纳需求">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="appliances" label="电器清单">
              <Input.TextArea autoSize />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="wishes" label="其他愿望">
              <Input.TextArea autoSize />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="draftOn" label="出图日期">
              <DatePicker />
            </Form.Item>
          </Col>
        </Row>
      </Card>
      <Card size="small" title="交付">
        <Row gutter={16}>
          <Col span={8}>
            <Form.Item name="contractNo" label="合同号">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="contractOn" label="签约日期">
              <DatePicker />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="deposit" label="定金">
              <InputNumber precision={2} prefix="¥" min={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="total" label="总价" rules={[aboveDeposit]} dependencies={['deposit']}>
              <InputNumber precision={2} prefix="¥" min={0} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="payKind" label="付款方式">
              <Select allowClear showSearch optionFilterProp="label" options={choices} />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="payer" label="付款人">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="payerMobile" label="付款人手机" rules={[mobile]}>
              <Input type="tel" />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="deliverOn" label="送货日期">
              <DatePicker />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="deliverTo" label="送货地址">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="contact" label="联系人">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="contactMobile" label="联系手机" rules={[mobile]}>
              <Input type="tel" />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="stairs" label="需走楼梯">
              <Radio.Group options={yesNo} />
            </Form.Item>
          </Col>
          <Form.Item noStyle dependencies={['stairs']}>
            {({ getFieldValue }) =>
              getFieldValue('stairs') === true && (
                <Col span={8}>
                  <Form.Item name="stairFloors" label="楼梯层数">
                    <InputNumber precision={0} />
                  </Form.Item>
                </Col>
              )
            }
          </Form.Item>
          <Col span={8}>
            <Form.Item name="invoice" label="发票抬头">
              <Input />
            </Form.Item>
          </Col>
          <Col span={8}>
            <Form.Item name="remark" label="备注">
              <Input.TextArea autoSize />
            </Form.Item>
          </Col>
        </Row>
      </Card>
      <Space>
        <Button type="primary" htmlType="submit">
          提交
        </Button>
        <Button onClick={() => form.resetFields()}>重置</Button>
      </Space>
    </Form>
  )
}
