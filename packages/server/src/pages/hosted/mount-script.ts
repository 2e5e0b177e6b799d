import type { FastifyInstance } from 'fastify';
import { hostedScript, serveScript } from './script.ts';

/**
 * Runs in the head of a page, before anything is seen, so that the plain page doesn't flash. Written for browsers that are
 * too old for the SDK as well: they, and browsers that can't load it, get the plain page back.
 */
const source = `(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('captures');

  // Back from a later page must not show one that has done its work.
  addEventListener('pageshow', function (event) {
    if (event.persisted) location.reload();
  });

  document.addEventListener('DOMContentLoaded', function () {
    var box = document.getElementById('capture');
    var mount = document.getElementById('sdk-mount');
    var title = document.title;
    var handle;

    function plain(late) {
      if (handle) handle.tearDown();
      root.classList.remove('captures');
      document.title = title;
      if (late) document.getElementById('main').focus();
    }

    // An error that the page can't correct: it stays, says why, and may be opened again.
    var ends = ['expired_token', 'expired_trial', 'geoblocked_request', 'exception'];

    function failed(error) {
      if (ends.indexOf(error.type) === -1) plain(true);
      else document.getElementById('again').hidden = false;
    }

    function completed(data) {
      var form = document.getElementById('captured');
      var captured = [data.document_front, data.document_back, data.poa, data.face];
      form.elements.media.value = captured.filter(Boolean).map(function (one) { return one.id; }).join(' ');
      form.submit();
    }

    // What is above leaves the SDK the rest of the window, so that its first action is in view.
    function fit() {
      mount.style.setProperty('--above', Math.ceil(mount.getBoundingClientRect().top + scrollY) + 'px');
    }
    addEventListener('resize', fit);
    fit();

    if (!window.Bonafide || ('films' in box.dataset && typeof MediaRecorder !== 'function')) return plain();
    try {
      var options = JSON.parse(mount.dataset.options);
      options.containerEl = mount;
      options.onComplete = completed;
      options.onError = failed;
      document.title = box.dataset.title;
      handle = window.Bonafide.init(options);
    } catch (error) {
      plain();
    }
  });
})();
`;

/** Script with which pages mount the SDK. */
export const mountScript = hostedScript(source);

/** Serves the script that mounts the SDK in pages of ours. */
export function mountScriptRoute(app: FastifyInstance): void {
  serveScript(app, mountScript);
}
