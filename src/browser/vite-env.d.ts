/// <reference types="vite/client" />

/** The style sheet of antd's controls, which the build writes. */
declare module 'virtual:antd.css'
