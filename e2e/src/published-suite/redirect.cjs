// Loaded into the process of the suite. One of its tests names the vendor's host, which is never called: the service answers.
const http = require('node:http');
const https = require('node:https');

const VENDOR = 'api.eu.onfido.com';
const { hostname, port } = new URL(process.env.ONFIDO_BASE_PATH);

const { request } = https;
https.request = (options, ...more) =>
  options.hostname === VENDOR
    ? http.request({ ...options, protocol: 'http:', hostname, port, agent: undefined }, ...more)
    : request(options, ...more);
