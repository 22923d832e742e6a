// The hand-written page: what a careful developer makes with antd, axios and react-router, one component a screen,
// loaded when it is opened.
import { App, ConfigProvider, Spin } from 'antd'
import 'antd/dist/reset.css'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { Frame } from './Frame'

dayjs.locale('zh-cn')
const CustomerList = lazy(() => import('./CustomerList'))
const CuttingGrid = lazy(() => import('./CuttingGrid'))
const SurveyForm = lazy(() => import('./SurveyForm'))

createRoot(document.getElementById('root')!).render(
  <ConfigProvider locale={zhCN} componentSize="small" theme={{ token: { colorPrimary: '#409EFF' } }}>
    <App>
      <BrowserRouter>
        <Suspense fallback={<Spin />}>
          <Routes>
            <Route element={<Frame />}>
              <Route path="/customer/CustomerList" element={<CustomerList />} />
              <Route path="/bench/Customers" element={<CustomerList />} />
              <Route path="/bench/CustomersKept" element={<CustomerList />} />
              <Route path="/bench/Cutting" element={<CuttingGrid />} />
              <Route path="/bench/Survey" element={<SurveyForm />} />
            </Route>
            <Route path="*" element={<Navigate to="/customer/CustomerList" replace />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </App>
  </ConfigProvider>,
)
