{{- define "bonafide.labels" -}}
app.kubernetes.io/name: bonafide
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "bonafide.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "bonafide.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "bonafide.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "bonafide.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
- name: tls
  mountPath: /etc/bonafide/tls
  readOnly: true
{{- if .Values.media.existingClaim }}
- name: media
  mountPath: /data/media
{{- end }}
{{- end }}

{{- define "bonafide.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: 1Gi
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.temporary }}
- name: tls
  secret:
    secretName: {{ .Values.tlsSecret }}
{{- if .Values.media.existingClaim }}
- name: media
  persistentVolumeClaim:
    claimName: {{ .Values.media.existingClaim }}
{{- end }}
{{- end }}
