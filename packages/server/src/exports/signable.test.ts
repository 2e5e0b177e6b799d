import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plainPdf } from '../workflows/testing/write.ts';
import { signable } from './signable.ts';

type More = Parameters<typeof plainPdf>[1];

const outcome = async (bytes: Uint8Array) => {
  const { file, refused } = await signable({ bytes, reason: 'Test', at: new Date(0), room: 16 });
  return refused ?? (file && Buffer.from(file).subarray(0, bytes.length).equals(bytes) ? 'signed' : 'changed');
};
const of = (more: More) => outcome(plainPdf('Contract', more));
const annotation = (entries: string): More => ({
  page: '/Annots [6 0 R] ',
  objects: [`<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`],
});
const action = (entries: string): More => annotation(`/Subtype /Link /A << ${entries} >>`);
const certified = (params: string, more: readonly string[] = []): More => ({
  catalog: '/Perms << /DocMDP 6 0 R >> ',
  objects: [
    `<< /Type /Sig /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams ${params} >>] >>`,
    ...more,
  ],
});
const stream = (entries: string, data: Buffer) =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;
const packed = (entries: string, object: string, more = '/First 5 /Filter /FlateDecode', table = '90 0 ') =>
  stream(`${entries} /N 1 ${more}`, deflateSync(Buffer.from(table + object)));
/** An object within the data of a stream, to which a cross-reference table may point. */
const within = (header: string, object = hidden): More => ({
  objects: [stream('', Buffer.from(`${header} ${object} endobj`))],
});

const script = 'has JavaScript';
const files = 'has embedded files';
const layers = 'has layers that can be hidden';
const media = 'plays media';
const elsewhere = 'takes content from another file';
const launch = 'starts a program or opens a file (Launch)';
const damaged = 'is damaged';
const frozen = 'is certified, and its certificate forbids changes';
const opened = 'runs an action when it is opened';
const hidden = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

test.each<[string, More, string]>([
  ['a script when it is opened', { catalog: `/OpenAction ${hidden} ` }, script],
  ['a script when it is opened, by reference', { catalog: '/OpenAction 6 0 R ', objects: [hidden] }, script],
  ['a script among its names', { catalog: '/Names << /JavaScript << /Names [(a) 6 0 R] >> >> ' }, script],
  ['a script of a page', { page: `/AA << /O ${hidden} >> ` }, script],
  ['a script of a field', annotation(`/Subtype /Widget /FT /Tx /T (a) /AA << /K ${hidden} >>`), script],
  ['a script of a link', action('/S /JavaScript /JS (a)'), script],
  ['a script after another action', action(`/S /GoTo /D [3 0 R /Fit] /Next ${hidden}`), script],
  ['a script by an escaped name', action('/S /Java#53cript /#4a#53 (a)'), script],
  [
    'a script by a name of its own object',
    { ...action('/S 7 0 R'), objects: ['<< /S 7 0 R >>', '/JavaScript'] },
    script,
  ],
  ['a script in an object stream', { objects: [packed('/Type /ObjStm', hidden)] }, script],
  ['a script in an object stream of no type', { objects: [packed('', hidden)] }, script],
  ['a script in the data of a stream', within('9 0 obj'), script],
  ['a script behind a number that touches the word', within('9 0obj'), script],
  ['a script behind numbers of many digits', within('000000000009 0000000 obj'), script],
  ['a script behind a number with a point', within('9. 0 obj'), script],
  ['a script behind a long comment', within(`9 %${'x'.repeat(300)}\n0 obj`), script],
  ['a script behind much white space', within(`9${' '.repeat(300)}0 obj`), script],
  ['a script behind a mistake', within('9 0 obj', `<< /B } ${hidden.slice(2)}`), script],
  ['a key of a script behind a mistake', within('9. 0 obj', '<< /B }/JS(app.alert\\(1\\))>>'), script],
  [
    'an object stream by a filter elsewhere',
    { objects: [packed('', hidden, '/First 5 /Filter 7 0 R'), '/FlateDecode'] },
    damaged,
  ],
  [
    'an object stream with a predictor',
    { objects: [packed('', hidden, '/First 5 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>')] },
    damaged,
  ],
  [
    'an object stream with two filters, one of them effective',
    { objects: [packed('', hidden, '/First 5 /Filter /FlateDecode /Filter []')] },
    damaged,
  ],
  [
    'an object stream with a comment in its table',
    { objects: [packed('', `null ${hidden}`, '/First 11 /Filter /FlateDecode', '%1\n90 0 5 5')] },
    damaged,
  ],
  ['a script in a text', { objects: [`(9 0 obj ${hidden} endobj)`] }, script],
  ['a script in a comment', { objects: [`null % 9 0 obj ${hidden} endobj\n`] }, script],
  ['a script in a damaged object', { objects: [`<< /A ${hidden} /B } >>`] }, script],
  ['an action that is named twice', action('/S /Launch /S /GoTo /D [3 0 R /Fit]'), launch],
  ['a program', action('/S /Launch /F (x.exe)'), launch],
  [
    'a form that is sent',
    action('/S /SubmitForm /F (https://example.com)'),
    'sends its form to an address (SubmitForm)',
  ],
  ['a form that is filled', action('/S /ImportData /F (a.fdf)'), 'fills its form from a file (ImportData)'],
  ['a form that is emptied', action('/S /ResetForm'), 'empties its form (ResetForm)'],
  ['another file', action('/S /GoToR /F (a.pdf) /D [0 /Fit]'), 'opens another file (GoToR)'],
  ['a file within', action('/S /GoToE /T << /R /C /N (a) >>'), 'opens an embedded file (GoToE)'],
  ['an action that hides', action('/S /Hide /T (a)'), 'hides parts of its pages (Hide)'],
  ['an address when it is opened', { catalog: '/OpenAction << /S /URI /URI (https://a.example) >> ' }, opened],
  ['an action that nobody finds when it is opened', { catalog: '/OpenAction 60 0 R ' }, opened],
  [
    'an address when it is opened, under a number with a point',
    {
      catalog: '/OpenAction 60 0 R ',
      ...within('60. 0 obj', '<< /S /URI /URI (https://a.example) >>'),
    },
    opened,
  ],
  ['printing when it is opened', { catalog: '/OpenAction 6 0 R ', objects: ['<< /S /Named /N /Print >>'] }, opened],
  [
    'an address with a page',
    { page: '/AA << /O << /S /URI /URI (https://a.example) >> >> ' },
    'runs actions by itself',
  ],
  ['a script as an address', action('/S /URI /URI (JavaScript:alert\\(1\\))'), 'has a link that runs a program'],
  ['embedded files', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >> ' }, files],
  [
    'an embedded file',
    { objects: ['<< /Type /Filespec /F (a) /EF << /F 7 0 R >> >>', stream('', Buffer.from('a'))] },
    files,
  ],
  ['the data of a file', { objects: [stream('/Type /EmbeddedFile', Buffer.from('a'))] }, files],
  ['a portfolio', { catalog: '/Collection << /View /T >> ' }, files],
  ['an attachment', annotation('/Subtype /FileAttachment /FS (a)'), files],
  [
    'a body by a name of its own object',
    { ...annotation('/Subtype 7 0 R'), objects: ['<< /Subtype 7 0 R >>', '/3D'] },
    media,
  ],
  ['rich media', annotation('/Subtype /RichMedia'), media],
  ['a screen', annotation('/Subtype /Screen'), media],
  [
    'a form of XML',
    { catalog: '/AcroForm << /Fields [] /XFA [] >> ' },
    'is a form of XML, whose looks no signature fixes',
  ],
  [
    'layers',
    { catalog: '/OCProperties << /OCGs [6 0 R] /D << >> >> ', objects: ['<< /Type /OCG /Name (a) >>'] },
    layers,
  ],
  ['layers in an object stream', { objects: [packed('/Type /ObjStm', '<< /Type /OCG /Name (a) >>')] }, layers],
  ['layers without a type', { catalog: '/OCProperties << /OCGs [6 0 R] >> ', objects: ['<< /Name (a) >>'] }, layers],
  ['a stream of another file', { objects: [stream('/F (a.bin)', Buffer.alloc(0))] }, elsewhere],
  [
    'a page of another file',
    { objects: [stream('/Subtype /Form /Ref << /F (a.pdf) /Page 0 >>', Buffer.alloc(0))] },
    elsewhere,
  ],
  [
    'pictures for paper',
    { objects: [stream('/Subtype /Image /Alternates []', Buffer.alloc(1))] },
    'has pictures that differ on paper',
  ],
  ['a certificate against changes', certified('<< /P 1 /V /1.2 >>'), frozen],
  ['a certificate by reference', certified('7 0 R', ['<< /P 8 0 R >>', '1']), frozen],
  ['a lock against changes', { objects: ['<< /Type /SigFieldLock /Action /All /P 1 >>'] }, frozen],
])('a PDF with %s is refused', async (_, more, reason) => {
  expect(await of(more)).toBe(reason);
});

test.each<[string, More]>([
  ['nothing more', {}],
  ['a place at which it opens', { catalog: '/OpenAction [3 0 R /Fit] ' }],
  ['an action that goes to that place', { catalog: '/OpenAction 6 0 R ', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }],
  ['links', action('/S /URI /URI (https://example.com/javascript)')],
  ['a button for the next page', action('/S /Named /N /NextPage')],
  [
    'an outline',
    {
      catalog: '/Outlines 6 0 R ',
      objects: [
        '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
        '<< /Title (JavaScript and Launch) /Parent 6 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
      ],
    },
  ],
  [
    'a form',
    {
      catalog: '/AcroForm << /Fields [6 0 R] >> ',
      page: '/Annots [6 0 R] ',
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (JS) /V (JavaScript) /F 4 /Rect [0 0 9 9] >>'],
    },
  ],
  ['no layers', { catalog: '/OCProperties << /OCGs [] /D << >> >> ' }],
  ['a font of a short name', { page: '/Resources << /Font << /AA 5 0 R /EF 5 0 R >> >> ' }],
  ['a structure', { catalog: '/StructTreeRoot << /K [<< /S /Document >> << /S /Link >>] >> ' }],
  ['an object stream', { objects: [packed('/Type /ObjStm', '<< /S /GoTo >>')] }],
  ['an object of nothing', { objects: [''] }],
  ['a text about objects', { objects: ['(obj << /B ) >> the obj /S of a JavaScript, 7 obj)'] }],
  ['a certificate for forms', certified('<< /P 2 /V /1.2 >>')],
])('a PDF with %s is signed', async (_, more) => {
  expect(await of(more)).toBe('signed');
});

test('a document of pdf-lib with a form, in object streams, is signed once and again', async () => {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  const page = document.addPage();
  document.getForm().createTextField('name').addToPage(page);
  document.getForm().createCheckBox('agreed').addToPage(page);
  const bytes = await document.save({ useObjectStreams: true });
  const { file } = await signable({ bytes, reason: 'Test', at: new Date(0), room: 16 });
  expect(await outcome(file as Uint8Array)).toBe('signed');
  document.addJavaScript('main', 'app.alert(1)');
  expect(await outcome(await document.save({ useObjectStreams: true }))).toBe(script);
});

test('a script that a later revision takes out is in the file all the same', async () => {
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib');
  const first = plainPdf('Contract', { catalog: `/OpenAction ${hidden} ` });
  const document = await PDFDocument.load(first, { forIncrementalUpdate: true });
  document.catalog.delete(PDFName.of('OpenAction'));
  const later = await document.save({ useObjectStreams: false });
  expect([Buffer.from(later).subarray(0, first.length).equals(first), await outcome(later)]).toEqual([true, script]);
});

test('a file of countless beginnings of objects is refused, not read for minutes', async () => {
  const many = Buffer.from('(1 0 obj '.repeat(10_000));
  expect(await of({ objects: [stream('', many)] })).toBe('is damaged');
  for (const text of ['1 0 obj 1 ', ' obj']) {
    const same = Buffer.from(text.repeat(10_001));
    expect(await of({ objects: [stream('', same)] })).toBe('is damaged');
  }
});
